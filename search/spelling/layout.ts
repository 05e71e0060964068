// Text typed with the wrong keyboard layout.

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const toRussian = new Map<string, string>()
const toLatin = new Map<string, string>()
for (let i = 0; i < latinKeys.length; i++) {
  toRussian.set(latinKeys.charAt(i), russianKeys.charAt(i))
  toLatin.set(russianKeys.charAt(i), latinKeys.charAt(i))
}
for (const [shifted, letter] of ['{х', '}ъ', ':ж', '"э', '<б', '>ю', '~ё'].map((pair) => [pair.charAt(0), pair.charAt(1)] as const)) {
  toRussian.set(shifted, letter)
}

const translate = (text: string, keys: Map<string, string>) => {
  let result = ''
  for (const character of text.toLowerCase()) result += keys.get(character) ?? character
  return result
}

/** ghjtrn -> проект */
export const asTypedInRussian = (text: string) => translate(text, toRussian)
/** зкщоусе -> project. Seven Russian letters are on punctuation keys: a text with one of them was not meant as Latin. */
export const asTypedInLatin = (text: string) => (/[бжхъэюё]/i.test(text) ? text : translate(text, toLatin))
