// A person's place at a practice table: the running clock, choosing several cards, and the focus.
// Everything works without it but these three; the arena checks every move anyway.
(() => {
  "use strict";
  const seconds = (ms) => `${Math.ceil(Math.max(0, ms) / 1000)} s`;
  let shownAt = performance.now();
  let wasInside = Boolean(document.activeElement.closest("#table"));

  const tick = () => {
    const clock = document.querySelector(".clock");
    if (!clock) return;
    const passed = performance.now() - shownAt;
    const limit = Number(clock.dataset.limit) - passed;
    const bank = Number(clock.dataset.bank) + Math.min(0, limit);
    clock.querySelector(".limit").textContent = seconds(limit);
    clock.querySelector(".bank").textContent = seconds(bank);
    clock.classList.toggle("short", limit < 10000);
  };

  // Which cards may still be added, and which buttons fit what is chosen.
  const weigh = () => {
    const form = document.querySelector("form.pick");
    if (!form) return;
    const choices = form.dataset.choices.split(",").map((text) => text.split(" "));
    const boxes = [...form.querySelectorAll("input[name=card]")];
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    const open = choices.filter((choice) => chosen.every((card) => choice.includes(card)));
    for (const box of boxes) {
      box.disabled = !open.some((choice) => choice.includes(box.value));
    }
    for (const button of form.querySelectorAll("button[name=kind]")) {
      button.disabled = !open.some(
        (choice) => choice[0] === button.value && choice.length === chosen.length + 1,
      );
    }
  };

  // What had the focus is gone with the old table: go on where the next thing is to be done.
  const refocus = () => {
    const at = document.activeElement;
    if (!wasInside || (at !== document.body && at.id !== "turn")) return;
    // One after another: a list of selectors would give the first of them in the document.
    const next = [
      "#table .hand button:enabled, #table .hand input:enabled",
      "#table .actions button:enabled",
      "#end",
      "#turn",
    ].map((selector) => document.querySelector(selector)).find(Boolean);
    if (next) next.focus();
  };

  const shown = () => {
    shownAt = performance.now();
    weigh();
    tick();
    refocus();
  };

  document.addEventListener("focusin", (event) => {
    wasInside = Boolean(event.target.closest("#table"));
  });
  document.addEventListener("change", weigh);
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const hand = event.target.closest && event.target.closest(".hand");
    if (!step || !hand) return;
    const cards = [...hand.querySelectorAll("button:enabled, input:enabled")];
    const at = cards.indexOf(event.target);
    if (at < 0) return;
    event.preventDefault();
    cards[(at + step + cards.length) % cards.length].focus();
  });
  document.addEventListener("htmx:sseMessage", shown);
  document.addEventListener("DOMContentLoaded", shown);
  setInterval(tick, 250);
})();
