"use strict";
// Runs before anything is painted, so that a chosen theme does not flash.
try {
  const chosen = localStorage.getItem("axiomatrix-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* some browsers keep nothing for pages on disk */ }
