"use strict";
// The topics of practice that a question is about, as catalogue/practice.py and practice_words.py find them.
axiomatrix.topicsOf = ({ topics, spellings, skipped, concepts, cues, enough, gap, endings }, question) => {
  const asked = question.replace(/^[ ?]+|[ ?]+$/g, "").toLowerCase().replace(/^topic /, "");
  const named = topics.filter(([id, , title]) => [id, title.toLowerCase()].includes(asked));
  if (named.length) return named;

  const plain = spellings.reduce((text, [written, flags, by]) => text.replace(new RegExp(written, flags), by), question);
  const words = (plain.normalize("NFKD").toLowerCase().match(/[a-z]+\d*|\d+/g) || []).filter((word) => !skipped.includes(word));
  const isForm = (word, stem) => (stem.endsWith("*") ? word.startsWith(stem.slice(0, -1))
    : word.startsWith(stem) && endings.includes(word.slice(stem.length)));

  /** Whether the words of a phrase follow each other, with few others between. */
  const stands = (phrase) => {
    const [first, ...others] = phrase.split(" ");
    const places = words.map((_, k) => k);
    const begin = places.filter((k) => isForm(words[k], first));
    return others.reduce((ends, stem) => places.filter((j) => isForm(words[j], stem) && ends.some((k) => k < j && j <= k + gap + 1)), begin).length > 0;
  };

  const there = Object.keys(concepts).filter((concept) => concepts[concept].some(stands));
  const weight = ([id]) => there.reduce((sum, concept) => sum + (cues[id][concept] || 0), 0);
  return topics.filter((topic) => weight(topic) >= enough).sort((a, b) => weight(b) - weight(a));
};
