// A table that is played: draws every picture that the arena sends, until the match is over.

import { Board, readable } from "./board.js";

function span(seconds) {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function follow(root) {
  const find = (selector) => root.querySelector(selector);
  const board = new Board(find(".board"), {
    names: JSON.parse(root.dataset.names),
    watcher: null,
    ruleset: root.dataset.ruleset,
    unit: root.dataset.unit,
  });
  const pictures = new EventSource(root.dataset.pictures);
  const say = (text) => {
    const said = find(".said");
    if (said.textContent !== text) said.textContent = text;
  };
  pictures.addEventListener("part", (event) => {
    const table = JSON.parse(event.data);
    if (table.frame) {
      find(".board").hidden = false;
      board.show(table.frame, { flies: true });
      say(readable(table.frame.text));
    } else if (!table.is_over) {
      say(`The first picture comes in ${span(table.wait_seconds)}.`);
    }
    if (table.is_over) {
      pictures.close();
      find(table.has_result ? ".ended" : ".stopped").hidden = false;
    }
  });
  // The arena ends the stream of a table that it shows no more.
  pictures.addEventListener("error", () => {
    if (pictures.readyState === EventSource.CLOSED) find(".gone").hidden = false;
  });
}

for (const root of document.querySelectorAll(".live")) follow(root);
