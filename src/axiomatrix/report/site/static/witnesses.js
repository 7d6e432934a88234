"use strict";
// The instances of the report, which are in two blocks: those of the catalogue, and those of libraries.
(() => {
  const { data, fragment, has, lines } = axiomatrix;
  const NAMES = ["witnesses", "library-witnesses"];
  const blocks = new Map();

  const read = ({ drawn, blocks, witnesses }) => {
    const list = lines(witnesses);
    const pictures = (places) => places.flatMap((place) => fragment(drawn[place]));
    return { list, pictures, blocks, by: new Map(list.map((one) => [one.slug, one])) };
  };

  /** A block: the list of its witnesses, each by its slug, and what makes pictures of their places. */
  const block = (name) => {
    if (!blocks.has(name)) blocks.set(name, data(name).then(read));
    return blocks.get(name);
  };

  /** The witness of that name, with its pictures and its block; the libraries' are known by the digest at the end. */
  const named = async (slug) => {
    for (const name of NAMES.filter(has)) {
      const from = await block(name);
      const one = from.by.get(slug) || from.by.get(slug.slice(-12));
      if (one) return { ...one, from, drawn: from.pictures(one.pictures) };
    }
    return null;
  };

  axiomatrix.witnesses = { NAMES, block, named };
})();
