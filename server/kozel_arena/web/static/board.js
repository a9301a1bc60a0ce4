// Draws one picture of a table (a Frame of the JSON API): seats around it, the trick in the middle.
// Knows nothing of where frames come from; the replay and the live table both use it.

const SUITS = { C: ["clubs", "\u2663"], S: ["spades", "\u2660"], H: ["hearts", "\u2665"], D: ["diamonds", "\u2666"] };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const PLACES = { 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"] };
const SINGULAR = { penalties: "penalty", chips: "chip", marks: "mark" };
const FLIGHT = { duration: 260, easing: "cubic-bezier(.2,.7,.3,1)" };

/** A card's name in words: 7C is "7 of clubs". */
export function cardName(card) {
  return `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]][0]}`;
}

/** A sentence with cards such as 7C written as people read them. */
export function readable(text) {
  const shown = (_, rank, suit) => (rank === "T" ? "10" : rank) + SUITS[suit][1];
  return text.replace(/\b([6-9TJQKA])([CSHD])\b/g, shown);
}

function make(tag, className, text = "") {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Board {
  /**
   * @param {HTMLElement} element where to draw
   * @param {{names: string[], watcher: number|null, ruleset: string, unit: string}} table who sits
   *   there by seat, whose place is at the bottom, what is played, and what the score counts
   */
  constructor(element, { names, watcher, ruleset, unit }) {
    this.unit = unit;
    this.owner = ruleset === "widow" ? "soloist" : "owner";
    this.cards = new Map();
    this.backs = [];
    this.seats = names.map((name, seat) => this.#makeSeat(name, seat));
    this.piles = names.map(() => make("div", "pile"));
    this.trump = make("p", "trump");
    this.stock = make("div", "stock");
    this.count = make("p", "count");
    const facts = make("div", "facts");
    this.tally = make("ul", "tally");
    facts.append(this.trump, this.count, this.tally);
    this.felt = make("div", "felt");
    this.felt.append(...this.piles, this.stock);
    const around = PLACES[names.length];
    names.forEach((_, seat) => {
      const place = around[(seat - (watcher ?? 0) + names.length) % names.length];
      this.seats[seat].node.classList.add(`at-${place}`);
      this.piles[seat].classList.add(`from-${place}`);
    });
    element.replaceChildren(facts, this.felt, ...this.seats.map((seat) => seat.node));
  }

  /** Show a frame; with `flies`, the card that was just played flies to the table. */
  show(frame, { flies = false } = {}) {
    const origin = flies && !isStill() ? this.#origin(frame) : null;
    this.used = 0;
    frame.hands.forEach((hand, seat) => this.#showSeat(frame, seat, hand));
    this.piles.forEach((pile, seat) => this.#showPile(frame, pile, seat));
    this.#showFacts(frame);
    if (origin) this.#fly(frame, origin);
  }

  #makeSeat(name, seat) {
    const node = make("section", "seat");
    node.setAttribute("aria-label", `Seat ${seat}, ${name}`);
    const plate = make("p", "plate");
    const role = make("span", "role");
    plate.append(make("span", "number", String(seat)), make("span", "name", name), role);
    const hand = make("div", "hand");
    node.append(plate, hand);
    return { node, hand, role };
  }

  #showSeat(frame, seat, hand) {
    const { node, hand: place, role } = this.seats[seat];
    const roles = [];
    if (frame.owner === seat) roles.push(this.owner);
    if (frame.dealer === seat) roles.push("dealer");
    const tricks = frame.tricks[seat];
    if (tricks) roles.push(tricks === 1 ? "1 trick" : `${tricks} tricks`);
    role.textContent = roles.join(", ");
    node.classList.toggle("acts", frame.seat === seat);
    const backs = Array.from({ length: frame.hidden[seat] }, () => this.#back());
    place.replaceChildren(...hand.map((card) => this.#card(card)), ...backs.map((back) => back.slot));
    if (backs.length) {
      place.setAttribute("role", "img");
      place.setAttribute("aria-label", `${backs.length} cards face down`);
    } else {
      place.removeAttribute("role");
      place.removeAttribute("aria-label");
    }
  }

  #showPile(frame, pile, seat) {
    const played = frame.table.filter((one) => one.seat === seat);
    const slots = played.flatMap((one) => [
      ...one.cards.map((card) => this.#card(card)),
      ...Array.from({ length: one.hidden }, () => this.#back().slot),
    ]);
    pile.replaceChildren(...slots);
    const verb = played.map((one) => one.verb).find((one) => one === "throws" || one === "claims");
    if (verb) pile.append(make("span", "verb", verb));
    pile.classList.toggle("takes", frame.taken_by === seat);
    pile.classList.toggle("latest", frame.table.at(-1)?.seat === seat);
  }

  #showFacts(frame) {
    this.trump.replaceChildren();
    if (frame.trump) {
      const [word, sign] = SUITS[frame.trump];
      this.trump.append("trump ", make("span", `suit-${frame.trump}`, sign), ` ${word}`);
    }
    this.count.textContent = frame.pot ? `deal ${frame.deal}, ${frame.pot} in the pot` : `deal ${frame.deal}`;
    this.tally.replaceChildren(...frame.score.map((score, side) => this.#side(frame, side, score)));
    this.#showStock(frame);
  }

  /** A side's line of the score board. */
  #side(frame, side, score) {
    const isTeam = frame.score.length < frame.hands.length;
    const line = make("li", "side");
    line.append(make("b", "", isTeam ? `Side ${side} (${side}, ${side + 2})` : `Seat ${side}`));
    if (frame.points.length) line.append(make("span", "points", `${frame.points[side]} points`));
    line.append(make("span", "total", `${score} ${score === 1 ? SINGULAR[this.unit] : this.unit}`));
    return line;
  }

  #showStock(frame) {
    const slots = [];
    let label = "";
    if (frame.stock) {
      slots.push(frame.turn_up ? this.#card(frame.turn_up, "stock") : this.#back().slot);
      if (frame.stock > 1) slots.push(this.#back().slot);
      label = `stock ${frame.stock}`;
    } else if (frame.widow.length || frame.widow_hidden) {
      slots.push(...frame.widow.map((card) => this.#card(card)));
      slots.push(...Array.from({ length: frame.widow_hidden }, () => this.#back().slot));
      label = "widow";
    }
    this.stock.replaceChildren(...slots);
    if (label) this.stock.append(make("span", "label", label));
    this.stock.classList.toggle("is-empty", !label);
  }

  /** The one picture of a card; it moves from hand to table, so nothing flickers. */
  #card(card, where = "") {
    const key = card + where;
    let slot = this.cards.get(key);
    if (!slot) {
      slot = make("span", "slot");
      const image = make("img", "card");
      image.src = `/static/cards/${card}.svg`;
      image.alt = cardName(card);
      image.width = 60;
      image.height = 84;
      slot.append(image);
      this.cards.set(key, slot);
    }
    return slot;
  }

  #back() {
    let back = this.backs[this.used];
    if (!back) {
      const slot = make("span", "slot is-hidden");
      const image = make("img", "card");
      image.src = "/static/cards/back.svg";
      image.alt = "";
      image.width = 60;
      image.height = 84;
      slot.append(image);
      back = this.backs[this.used] = { slot };
    }
    this.used += 1;
    return back;
  }

  /** Where the cards of the last action lay before. */
  #origin(frame) {
    const last = frame.table.at(-1);
    if (!last || frame.seat !== last.seat) return null;
    const slot = this.cards.get(last.cards[0]);
    const from = slot?.isConnected ? slot : this.seats[last.seat].hand.lastElementChild;
    return from?.getBoundingClientRect() ?? null;
  }

  #fly(frame, origin) {
    for (const slot of this.piles[frame.seat].querySelectorAll(".slot")) {
      const now = slot.getBoundingClientRect();
      const x = origin.left - now.left;
      const y = origin.top - now.top;
      slot.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], FLIGHT);
    }
  }
}
