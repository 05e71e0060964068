export const synonyms = {
  'synonyms.add': 'Add synonyms',
  'synonyms.about':
    'Search already knows common synonyms, abbreviations and translations. Add the words that only people in your organisation use.',
  'synonyms.example.two-way': '“NGU, Northgate University”: a search for one of them finds projects with the other.',
  'synonyms.example.one-way':
    '“freshers → mentor”: a search for “freshers” also finds projects with “mentor”, but not the other way round.',
  'synonyms.kind': 'Kind',
  'synonyms.kind.two-way': 'Same meaning',
  'synonyms.kind.one-way': 'Also finds',
  'synonyms.kind.two-way.hint': 'A search for any of the words finds projects with any of them.',
  'synonyms.kind.one-way.hint': 'A search for these words also finds projects with other words, but not the other way round.',
  'synonyms.words': 'Words',
  'synonyms.words.hint': 'Words or phrases of up to four words, in any language. Press Enter or comma after each.',
  'synonyms.searched': 'When people search for',
  'synonyms.expandsTo': 'Also finds',
  'synonyms.expandsTo.hint': 'Projects with these words are found too.',
  'synonyms.openOther': 'Open “{name}”',
  'synonyms.addToOther': 'Add the words to “{name}”',
  'synonyms.search': 'Search synonyms',
  'synonyms.none': 'No synonyms found',
  'synonyms.none.text': 'No entry contains “{text}”.',
  'synonyms.none.reset': 'Clear search',
  'synonyms.empty': 'No synonyms yet',
  'synonyms.empty.text':
    'Do people search for an abbreviation or an old name and find nothing? Add it here, next to the words your projects use.',
  'chips.remove': 'Remove “{word}”',
}
