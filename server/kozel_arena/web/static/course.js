// Draws a bot's score over time from the JSON of its page. The page has the same as a table.
"use strict";

const place = document.getElementById("course-chart");

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function draw(course) {
  const percent = (share) => share * 100;
  const data = [
    course.map((point) => point.matches),
    course.map((point) => percent(point.score.high)),
    course.map((point) => percent(point.score.low)),
    course.map((point) => percent(point.score.value)),
    course.map((point) => percent(point.recent)),
  ];
  const shown = (plot, value) => (value == null ? "–" : value.toFixed(1) + " %");
  const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } };
  const options = {
    width: place.clientWidth,
    height: 280,
    scales: { x: { time: false }, y: { range: [0, 100] } },
    axes: [
      { ...axis, label: "rated matches", labelSize: 24 },
      { ...axis, label: "score in %", labelSize: 24, size: 44 },
    ],
    bands: [{ series: [1, 2], fill: colour("--band") }],
    cursor: { drag: { x: false, y: false } },
    series: [
      { label: "matches" },
      { label: "95 % to", stroke: "transparent", points: { show: false }, value: shown },
      { label: "95 % from", stroke: "transparent", points: { show: false }, value: shown },
      { label: "score so far", stroke: colour("--accent"), width: 2, points: { show: false }, value: shown },
      { label: "of the last stretch", stroke: colour("--focus"), width: 1, dash: [4, 4], points: { show: false }, value: shown },
    ],
  };
  place.replaceChildren();
  return new uPlot(options, data, place);
}

async function show() {
  const answer = await fetch(place.dataset.source);
  if (!answer.ok) return;
  const numbers = (await answer.json()).numbers;
  if (numbers === null) return;
  let plot = draw(numbers.course);
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: 280 })).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    plot.destroy();
    plot = draw(numbers.course);
  });
}

show();
