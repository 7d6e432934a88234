"use strict";
// What a question comes to: the first sentence of its answer, and what that stands on; as studies/ask/answering.py and
// report/subjects/{answer,comparison,choice}.py have it.
axiomatrix.answering = (content, naming, standings) => {
  const { about, leads, words } = content.asking;
  const [SEARCHED, PROVED] = [1, 4]; // grades of evidence
  const AS_FAR = "as far as is known";
  const PLURALS = Object.fromEntries(Object.entries(words.kinds).filter(([plural, kind]) => plural !== kind).map(([plural, kind]) => [kind, plural]));

  const isAbout = (metric, axiom) => {
    const [kinds, sorts] = about[axiom];
    return kinds.includes(content.metrics[metric].kind) && sorts.includes(content.metrics[metric].sort);
  };
  const baseOf = (metric) => content.metrics[metric].name.split("[")[0];
  const sortOf = (metric) => content.metrics[metric].sort;
  const titleOf = ({ axiom, statement }) => content.axioms[axiom].id + (statement ? `(${statement})` : "");
  const isAsked = ({ verdict }) => verdict !== "not applicable";

  /** The reading of a metric that one of these axioms is about, where its name has one. */
  const fitting = (metric, axioms) => {
    const first = metric.means.find((m) => axioms.some((a) => isAbout(m, a))) ?? metric.means[0];
    return { ...metric, means: [first, ...metric.means.filter((m) => m !== first)] };
  };

  /** Where a metric stands on the first of these readings of an axiom that says anything of it. */
  const standing = (metric, axioms) => {
    const each = axioms.map((axiom) => {
      const cells = content.at(metric, axiom);
      const declared = cells.filter(({ closed }) => !closed);
      return declared.length ? declared : cells;
    });
    const undeclared = content.asking.decided.filter((cell) => cell.metric === metric && axioms.includes(cell.axiom));
    const cells = each.find((some) => some.some(isAsked)) || (undeclared.length ? undeclared : each[0]);
    const telling = standings.telling(cells);
    const holds = standings.holds(telling);
    return { cells, telling, holds, applies: cells.some(isAsked), axiom: cells.length ? cells[0].axiom : axioms[0], grade: holds === null ? 0 : Math.abs(telling.stands) };
  };

  /** Whether a part of the question is as it asks. */
  const replyTo = ({ applies, holds, grade }, must) => {
    if (!applies) return "silent";
    if (holds === null || grade <= SEARCHED) return "open";
    return holds === must ? "yes" : "no";
  };

  /** The parts that settle the reply, the weakest evidence first: one that is not as asked settles it. */
  const deciding = (parts) => {
    const silent = parts.filter(({ reply, axiom }) => reply === "silent" && !axiom.topical);
    if (silent.length) return silent;
    const settled = ["no", "open", "silent", "yes"].find((one) => parts.some(({ reply }) => reply === one));
    return parts.filter(({ reply }) => reply === settled).sort((a, b) => a.standing.grade - b.standing.grade);
  };

  /** The other rows that a metric's name may mean, of the same sort, that one of the axioms is about. */
  const variants = (taken, axioms) => {
    if (content.metrics.some(({ name }) => name === taken.asked)) return [];
    const bases = taken.means.map(baseOf);
    const means = axioms.flatMap((axiom) => axiom.means);
    const rows = bases.flatMap((base) => content.metrics.flatMap((_, m) => (baseOf(m) === base ? [m] : [])));
    return [...new Set(rows)].filter((m) => m !== taken.means[0] && sortOf(m) === sortOf(taken.means[0]) && means.some((a) => isAbout(m, a)));
  };

  /** What is asked of one metric, of the reading that is taken and of the others: {lead, reply, parts, deciding, others, differs}. */
  const ofOne = ({ metrics: [metric], must, mustNot, isYesOrNo }) => {
    const axioms = [...must, ...mustNot];
    const taken = (axiom) => fitting(metric, axioms.filter((other) => other === axiom || (axiom.topical && other.topical && other.asked === axiom.asked)).flatMap(({ means }) => means));
    const partsOf = (reading) => axioms.map((axiom) => {
      const row = reading(axiom);
      const fits = axiom.means.filter((a) => isAbout(row.means[0], a));
      const there = standing(row.means[0], fits.length ? fits : axiom.means);
      return { axiom, metric: row, standing: there, id: content.axioms[there.axiom].id, reply: replyTo(there, must.includes(axiom)), must: must.includes(axiom) };
    });
    const readings = axioms.map(taken);
    const alike = new Set(readings.map(({ means }) => means[0])).size === 1;
    const answer = (parts) => ({ parts, deciding: deciding(parts), reply: deciding(parts)[0].reply });
    const main = answer(partsOf(taken));
    const others = (alike ? variants(readings[0], axioms) : []).map((m) => ({ row: m,
      ...answer(partsOf(() => ({ ...metric, asked: content.metrics[m].name, shown: content.metrics[m].name, means: [m] }))) }));
    return { ...main, lead: lead(main, isYesOrNo), others, differs: others.some(({ reply }) => reply !== main.reply) };
  };

  // --- the first sentence

  const labelOf = ({ axiom, reply, metric, standing: { telling, axiom: there }, id }) => {
    if (axiom.topical && ["yes", "silent"].includes(reply)) return `the axioms of ${axiom.topic}${content.metrics[metric.means[0]].kind === "similarity" && axiom.topic !== axiom.asked ? " for 1 - m" : ""}`;
    return telling ? `${titleOf(telling)} (${telling.says})` : `${id} (${content.axioms[there].says})`;
  };

  /** Why an axiom does not apply to a metric. */
  const silence = (part) => {
    const { standing: { telling, axiom }, metric: { shown, means: [m] } } = part;
    const label = labelOf(part);
    if (!telling && !isAbout(m, axiom)) {
      const kinds = about[axiom][0].map((kind) => PLURALS[kind]).sort();
      return `${shown} is a ${content.metrics[m].kind} of ${sortOf(m)}; ${label} ${label.startsWith("the axioms ") ? "are" : "is"} about ${kinds.join(" and ")} of ${content.axioms[axiom].sorts.join(", ")}`;
    }
    const reason = telling ? telling.answer.replace(/^The axiom does not apply: /, "").replace(/\.$/, "") : "no statement of it is checked";
    return `${label} ${label.startsWith("the axioms ") ? "say" : "says"} nothing about ${shown}: ${reason}`;
  };

  const lead = ({ deciding: parts, reply }, isYesOrNo, inequality = "") => {
    const [weakest] = parts;
    const { standing: { telling: cell, holds, grade }, metric: { shown } } = weakest;
    if (reply === "silent") return `${leads[reply]}. ${silence(weakest)}.`;
    if (reply === "open" || !cell) return `${leads[reply]} whether ${inequality || `${shown} ${weakest.must ? "satisfies" : "violates"} ${labelOf(weakest)}`}.${cell ? ` ${cell.answer}` : ""}`;
    const labels = (held) => [...new Set(parts.filter((part) => part.standing.holds === held).map(labelOf))].join(", ");
    const predicate = [[true, "satisfies"], [false, "does not satisfy"]].filter(([held]) => labels(held)).map(([held, verb]) => `${verb} ${labels(held)}`).join(", and ");
    const isBounded = holds && grade < PROVED;
    const begin = [isYesOrNo && leads[reply], isBounded && `up to n = ${cell.upTo}`].filter(Boolean).join(", ");
    return `${begin ? `${begin[0].toUpperCase()}${begin.slice(1)}. ` : ""}${inequality || `${shown} ${predicate}`}: ${isBounded ? cell.word : cell.aloud}.`;
  };

  /** What an axiom that this report has not says of a metric. */
  const ofOutside = ({ metrics: [{ shown, means: [m] }], outside: [[id, kinds, sorts]] }) => {
    const { kind, sort } = content.metrics[m];
    const isIt = kinds.includes(kind) && sorts.includes(sort);
    return isIt ? `Not asked in this report: whether ${shown} satisfies ${id}.`
      : `${leads.silent}. ${shown} is a ${kind} of ${sort}; ${id} is about ${kinds.map((one) => PLURALS[one]).sort().join(" and ")} of ${sorts.join(", ")}.`;
  };

  /** A factor as a fraction in lowest terms, or one over it. */
  const fraction = (text, isInverted = false) => {
    const [whole, decimals = ""] = text.split(".");
    const [top, bottom] = text.includes("/") ? text.split("/").map(Number) : [Number(whole + decimals), 10 ** decimals.length];
    const common = (a, b) => (b ? common(b, a % b) : a);
    const [a, b] = (isInverted ? [bottom, top] : [top, bottom]).map((one) => one / common(top, bottom));
    return b === 1 ? String(a) : `${a}/${b}`;
  };

  /** An inequality of two metrics: the bound that the report has of one of them. */
  const ofBound = ({ metrics: [left, right], sign, factor, isDenied, isYesOrNo }) => {
    const cellOf = (of, id, other, c) => {
      const axiom = content.axioms.findIndex((one) => one.id === id);
      const statement = `other=${content.metrics[other.means[0]].name}, factor=${c}`;
      const cells = axiom < 0 ? [] : content.at(of.means[0], axiom).filter((cell) => cell.statement === statement);
      return { of, axiom, cells };
    };
    const c = fraction(factor);
    const above = sign === "<=" ? cellOf(left, "upper-bound", right, c) : null;
    const found = above?.cells.length ? above : sign === "<=" ? cellOf(right, "lower-bound", left, fraction(factor, true)) : cellOf(left, "lower-bound", right, c);
    const text = `${left.asked} ${sign} ${c === "1" ? "" : `${c} `}${right.asked}`;
    const [telling] = found.cells;
    if (!telling) {
      const named = ({ means: [m], given }) => ({ name: content.metrics[m].name, given });
      const instance = axiomatrix.violation([named(left), named(right)], sign, c);
      const lead = instance ? `${isYesOrNo ? `${isDenied ? leads.yes : leads.no}. ` : ""}${text}: refuted at n = ${instance.size}.` : `Not decided in this report: ${text}.`;
      return { lead, parts: [], others: [], text, instance };
    }
    const holds = standings.holds(telling);
    const there = { cells: found.cells, telling, holds, applies: isAsked(telling), axiom: found.axiom, grade: holds === null ? 0 : Math.abs(telling.stands) };
    const parts = [{ axiom: { topical: false, asked: content.axioms[found.axiom].id, means: [found.axiom] }, metric: found.of, standing: there, id: content.axioms[found.axiom].id, reply: replyTo(there, !isDenied), must: !isDenied }];
    const answer = { parts, deciding: parts, reply: parts[0].reply };
    return { ...answer, lead: lead(answer, isYesOrNo, text), others: [], differs: false, text };
  };

  // --- several metrics, and all of them

  /** What fails of a metric, else what is not decided, else that all of it holds; `lines` are [title, cell, axiom]. */
  const verdict = (shown, metric, lines) => {
    const held = [false, null, true].find((one) => lines.some(([, cell]) => standings.holds(cell) === one));
    const verb = new Map([[false, "does not satisfy"], [null, "is not known to satisfy"], [true, "satisfies"]]).get(held);
    const titles = lines.filter(([, cell]) => standings.holds(cell) === held).map(([title]) => title);
    const how = (cell, axiom) => cell?.aloud || (standings.nothing(metric, [axiom])[1] === "not asked" ? "not asked" : "-");
    return `${shown} ${verb} ${titles.join(", ")}${lines.length === 1 ? `: ${how(lines[0][1], lines[0][2])}` : ""}`;
  };

  /** The readings of axioms that are taken: of each metric the first that is about it, else the usual one. */
  const readingsTaken = (axiom, metrics) => [...new Set(metrics.map((m) => axiom.means.find((a) => isAbout(m, a)) ?? axiom.means[0]))];

  /** Metrics side by side: {lead, metrics, shown, compared, problem}. */
  const ofSeveral = ({ metrics, must, mustNot, kind = "", asksKind = false }) => {
    const axioms = [...must, ...mustNot];
    const readings = naming.ofOneSort(axioms.length ? metrics.map((metric) => fitting(metric, axioms[0].means)) : metrics);
    const places = readings.map(({ means }) => means[0]);
    const shown = readings.map((reading) => reading.shown);
    if (new Set(places.map(sortOf)).size > 1) {
      return { lead: `These metrics cannot be compared: ${readings.map(({ asked, means }) => `${asked} is about ${sortOf(means[0])}`).join("; ")}.`, readings, places, shown };
    }
    const ids = axioms.length ? [...new Set(axioms.flatMap((axiom) => readingsTaken(axiom, places)))] : null;
    const compared = standings.compared(places, ids);
    const lines = [...compared.differ, ...compared.open, ...compared.agree];
    return { lead: `${leadOfSeveral(ids, lines, compared, places, shown, asksKind ? kind : "")}.`, readings, places, shown, compared, lines };
  };

  /** What a statement of one metric says: a bound as an inequality of the two. */
  const statementOf = (line, shown, places, k) => {
    const [, other = "", factor = ""] = /^other=(.*), factor=(.*)$/.exec(line.statement) || [];
    const by = places.findIndex((m) => content.metrics[m].name === other);
    const sign = { "lower-bound": ">=", "upper-bound": "<=" }[content.axioms[line.axiom].id];
    return by < 0 || !sign ? `${shown[k]}, ${titleOf(line)}` : `${shown[k]} ${sign} ${factor === "1" ? "" : `${factor} `}${shown[by]}`;
  };

  const leadOfSeveral = (ids, lines, { differ, agree, alone }, places, shown, kindAsked) => {
    const title = ({ axiom, statement }) => titleOf({ axiom, statement });
    if (ids && lines.length + alone.length) {
      const asked = shown.map((name, k) => verdict(name, places[k], lines.map((line) => [title(line), line.cells[k], line.axiom])));
      const single = alone.flatMap((line) => line.cells.flatMap((cell, k) => (cell ? [`${statementOf(line, shown, places, k)}: ${cell.aloud}`] : [])));
      return [...(lines.length ? asked : []), ...single].join("; ");
    }
    if (places.length === 1) {
      const { kind, sort } = content.metrics[places[0]];
      const holding = agree.filter(({ cells }) => standings.holds(cells[0])).length;
      const how = holding === agree.length ? `All ${holding} hold` : holding ? `${holding} of ${agree.length} hold` : `None of ${agree.length} holds`;
      return `${kindAsked ? (kind === kindAsked ? "Yes. " : "No. ") : ""}${shown[0]} is a ${kind} of ${sort}. ${how}, ${AS_FAR}`;
    }
    return `${shown.join(" and ")} differ on ${axiomatrix.counted(differ.length, "statement")} and agree on ${agree.length}, ${AS_FAR}`;
  };

  /** The metrics that fit wishes: {lead, wishes, fit, others, impossible}. */
  const ofWishes = ({ must, mustNot, kind }) => {
    const every = content.metrics.flatMap((metric, m) => ((!kind || metric.kind === kind) && !metric.library ? [m] : []));
    const wish = (list, is) => list.map((axiom) => ({ axioms: readingsTaken(axiom, every), must: is, name: axiom.shown, text: `${is ? "" : "not "}${axiom.shown}` }));
    const wishes = [...wish(must, true), ...wish(mustNot, false)];
    const { fit, others, impossible } = standings.chosen(wishes, kind, "");
    const listed = (is) => wishes.filter((one) => one.must === is).map(({ name }) => name).join(", ");
    const predicate = [[true, "satisfy"], [false, "do not satisfy"]].filter(([is]) => listed(is)).map(([is, verb]) => `${verb} ${listed(is)}`).join(" and ");
    const count = (fit.length + others.length).toLocaleString("en");
    return { lead: `${fit.length} of ${count} ${PLURALS[kind] || "metrics"} ${predicate}, ${AS_FAR}.`, wishes, fit, others, impossible };
  };

  return { ofOne, ofOutside, ofBound, ofSeveral, ofWishes };
};
