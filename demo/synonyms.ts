import type { Synonym } from '#contract/synonym.ts'

// How people at the demo organisations call them, and what they look for.
export const demoSynonyms: Synonym[] = [
  { kind: 'two-way', words: ['Northgate University', 'NGU', 'Нортгейтский университет'], expandsTo: [] },
  {
    kind: 'two-way',
    words: ['Приозёрский технический университет', 'ПрТУ', 'Приозёрский политех', 'Priozersk Technical University'],
    expandsTo: [],
  },
  { kind: 'two-way', words: ['Borough of Hartwell', 'Hartwell Council', 'администрация Хартвелла'], expandsTo: [] },
  { kind: 'two-way', words: ['Wexcombe County', 'WXC', 'графство Уэкскомб'], expandsTo: [] },
  { kind: 'one-way', words: ['freshers', 'первокурсники'], expandsTo: ['mentor', 'наставник'] },
]
