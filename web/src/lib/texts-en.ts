const parts = import.meta.glob<Record<string, string>>(
  "../../../src/djambi/texts/en/{web,bot,character,edition,party,piece,variant}.json",
  { eager: true, import: "default" },
);

export default Object.assign({}, ...Object.values(parts)) as Record<string, string>;
