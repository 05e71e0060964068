// The catalog's answers are UTF-8 bytes in a latin1 string; tests need the decoded text.
export const textOf = (answer: { utf8: string } | undefined): string => Buffer.from(answer?.utf8 ?? 'undefined', 'latin1').toString('utf8')
export const readJson = (answer: { utf8: string } | undefined) => JSON.parse(textOf(answer))
