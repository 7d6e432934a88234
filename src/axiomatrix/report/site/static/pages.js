"use strict";
// What is added to a page that is complete without, and what is stored beside it put in.
(() => {
  const { h, filter, fragment, furnish, data, problem } = axiomatrix;
  const main = document.getElementById("page");

  /** Puts in what is stored beside the page, once. */
  const put = async (place) => {
    if (!place.dataset.k) return;
    const number = place.dataset.k;
    delete place.dataset.k;
    const content = await data(document.documentElement.dataset.page).then((parts) => fragment(parts[number])).catch(problem);
    const box = h("div", { class: "within" }, content);
    place.replaceChildren(...place.querySelectorAll(":scope > summary"), box);
    await furnish(box);
  };

  const toAddress = async () => {
    const [id] = [location.hash.slice(1)].map((text) => { try { return decodeURIComponent(text); } catch { return ""; } });
    const named = id && document.getElementById(id);
    if (!named || named === main) return;
    const folded = [named, ...named.querySelectorAll("details")].filter((one) => one.tagName === "DETAILS");
    if (folded.length === 1) folded[0].open = true;
    if (folded[0]?.open) await put(folded[0]);
    named.scrollIntoView();
  };

  const start = async () => {
    const folded = (place) => h("details", { "data-k": place.dataset.k }, h("summary", null, "Methods, cases, claims and proofs"));
    for (const place of main.querySelectorAll("p[data-k]")) place.replaceWith(folded(place));
    const filters = [...main.querySelectorAll("form.filter")].map((form) => filter(form));
    main.addEventListener("toggle", (event) => { if (event.target.open) put(event.target); }, true);
    addEventListener("hashchange", toAddress);
    await furnish(main);
    await Promise.all([...main.querySelectorAll("[data-k]")].filter((one) => one.tagName !== "DETAILS" || one.open).map(put));
    for (const read of filters) read(); // what was stored beside it is there now
    await toAddress();
    main.dataset.ready = "yes";
  };

  start();
})();
