/** The test file that runs in this process now: what is kept for one file (folders, keys) is kept under its name. */
export const current = { file: '' }

/** Errors that reached the process itself, each with the file that ran at that time. */
export const strays: string[] = []

/** What is shared by the files of this process (a browser) and has to be closed after the last of them. */
export const atEnd: (() => Promise<void>)[] = []
