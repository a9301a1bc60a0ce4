// The replay of a match: steps through its frames by buttons, keys and addresses.

import { Board, readable } from "./board.js";

const HASH = /^#deal-(\d+)(?:-(trick|step)-(\d+))?$/;

class Replay {
  constructor(root, frames) {
    this.root = root;
    this.frames = frames;
    this.at = 0;
    this.timer = null;
    this.find = (selector) => root.querySelector(selector);
    const watcher = root.dataset.watcher;
    this.board = new Board(this.find(".board"), {
      names: JSON.parse(root.dataset.names),
      ruleset: root.dataset.ruleset,
      unit: root.dataset.unit,
      watcher: watcher === "" ? null : Number(watcher),
    });
    this.actions = {
      start: () => this.go(0),
      "trick-back": () => this.go(this.trickBack()),
      back: () => this.go(this.at - 1),
      play: () => this.toggle(),
      on: () => this.go(this.at + 1),
      "trick-on": () => this.go(this.trickOn()),
      end: () => this.go(this.frames.length - 1),
    };
    this.listen();
    this.find(".stage").hidden = false;
    this.show(this.named() ?? 0, { scrolls: true });
  }

  listen() {
    for (const button of this.root.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.act(button.dataset.go));
    }
    this.find(".line").addEventListener("input", (event) => this.act("line", Number(event.target.value)));
    this.find(".copy").addEventListener("click", () => this.copy());
    document.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("hashchange", () => {
      const named = this.named();
      if (named !== null) this.act("line", named);
    });
  }

  /** Do what a button or key says; everything but play also stops playing. */
  act(name, value) {
    if (name !== "play") this.stop();
    if (name === "line") this.go(value);
    else this.actions[name]();
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isField = event.target.closest("input, select, textarea");
    const isPressed = event.target.closest("button, a, summary");
    if (isField || (event.key === " " && isPressed)) return;
    const name = {
      ArrowLeft: event.shiftKey ? "trick-back" : "back",
      ArrowRight: event.shiftKey ? "trick-on" : "on",
      Home: "start",
      End: "end",
      " ": "play",
    }[event.key];
    if (!name) return;
    event.preventDefault();
    this.act(name);
  }

  /** Which frame the address names; null when it names none. */
  named() {
    const found = HASH.exec(location.hash);
    if (!found) return null;
    const [, deal, kind, number] = found;
    const key = kind === "trick" ? "trick" : "step";
    const at = this.frames.findIndex(
      (frame) => frame.deal === Number(deal) && (!kind || frame[key] === Number(number)),
    );
    return at < 0 ? null : at;
  }

  isSameTrick(one, other) {
    return one.deal === other.deal && one.trick === other.trick;
  }

  trickBack() {
    const { frames } = this;
    let at = Math.max(0, this.at - 1);
    while (at > 0 && this.isSameTrick(frames[at - 1], frames[at])) at -= 1;
    return at;
  }

  trickOn() {
    const { frames } = this;
    let at = this.at;
    while (at < frames.length - 1 && this.isSameTrick(frames[at + 1], frames[this.at])) at += 1;
    return at + 1;
  }

  go(at) {
    const next = Math.min(this.frames.length - 1, Math.max(0, at));
    this.show(next, { flies: next === this.at + 1 });
    const frame = this.frames[next];
    history.replaceState(null, "", `#deal-${frame.deal}-step-${frame.step}`);
  }

  show(at, { flies = false, scrolls = false } = {}) {
    this.at = at;
    const frame = this.frames[at];
    const hash = `#deal-${frame.deal}-step-${frame.step}`;
    this.board.show(frame, { flies });
    this.find(".said").textContent = readable(frame.text);
    this.find(".clocked").textContent = clocked(frame);
    const line = this.find(".line");
    line.value = String(at);
    line.setAttribute("aria-valuetext", `Step ${at + 1} of ${this.frames.length}: ${readable(frame.text)}`);
    const trick = frame.trick ? `, trick ${frame.trick}` : "";
    this.find(".place").textContent = `Deal ${frame.deal}${trick}, step ${at + 1} of ${this.frames.length}`;
    this.find(".here").href = hash;
    // Who changes the seat stays in the trick; a step of another seat may have another number.
    const same = `#deal-${frame.deal}${frame.trick ? `-trick-${frame.trick}` : ""}`;
    for (const view of document.querySelectorAll(".views a")) view.hash = same;
    this.find(".copied").textContent = "";
    this.mark(hash, scrolls);
  }

  /** Mark the step in the list of tricks, and bring it into view within the list. */
  mark(hash, scrolls) {
    const deal = this.find(`.deals a[href="${hash.replace(/-step.*/, "")}"]`);
    for (const marked of [this.marked, this.markedDeal]) marked?.removeAttribute("aria-current");
    this.markedDeal = deal;
    deal?.setAttribute("aria-current", "true");
    const link = this.find(`.transcript a[href="${hash}"]`);
    this.marked = link;
    if (!link) return;
    link.setAttribute("aria-current", "step");
    const list = this.find(".transcript");
    const row = link.closest("li");
    const above = row.offsetTop - list.offsetTop;
    const isHidden = above < list.scrollTop || above + row.offsetHeight > list.scrollTop + list.clientHeight;
    if (isHidden) list.scrollTop = above - list.clientHeight / 3;
    if (scrolls && location.hash) this.find(".stage").scrollIntoView({ block: "nearest" });
  }

  toggle() {
    if (this.timer === null) this.play();
    else this.stop();
  }

  play() {
    if (this.at === this.frames.length - 1) this.go(0);
    this.setPlaying(true);
    const tick = () => {
      if (this.at >= this.frames.length - 1) return this.stop();
      this.go(this.at + 1);
      this.timer = setTimeout(tick, this.pause());
    };
    this.timer = setTimeout(tick, this.pause());
  }

  pause() {
    return Number(this.find(".speed").value);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.setPlaying(false);
  }

  setPlaying(isPlaying) {
    const button = this.find("[data-go=play]");
    button.classList.toggle("plays", isPlaying);
    button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    // Screen readers would not keep up with a replay that plays.
    this.find(".caption").setAttribute("aria-live", isPlaying ? "off" : "polite");
  }

  async copy() {
    const told = this.find(".copied");
    try {
      await navigator.clipboard.writeText(location.href);
      told.textContent = "copied";
    } catch {
      told.textContent = "copy it from the address bar";
    }
  }
}

function clocked(frame) {
  if (frame.by_arena) return `The arena chose (${frame.by_arena}).`;
  if (frame.milliseconds === null) return "";
  const time = frame.milliseconds;
  if (time < 1) return "It took less than 1 ms.";
  return time >= 1000 ? `It took ${(time / 1000).toPrecision(3)} s.` : `It took ${Number(time.toPrecision(3))} ms.`;
}

async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the arena is away
  }
}

async function start(root) {
  const frames = await fetched(root.dataset.frames);
  if (frames) {
    new Replay(root, frames);
    return;
  }
  const told = document.createElement("p");
  told.className = "notice";
  told.setAttribute("role", "alert");
  told.textContent = "The replay cannot be shown now: load this page again.";
  root.prepend(told);
}

for (const root of document.querySelectorAll(".replay")) start(root);
