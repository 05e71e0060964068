// The catalog's answers are UTF-8 with one character a byte; tests want them as people read them.
export const textOf = (answer: { utf8: string } | undefined): string => Buffer.from(answer?.utf8 ?? 'undefined', 'latin1').toString('utf8')
export const readJson = (answer: { utf8: string } | undefined) => JSON.parse(textOf(answer))
