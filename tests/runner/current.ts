/**
 * The test file that runs in this process now; key of the state that belongs to one file (folders, keys). `leftOut` counts its tests that
 * are not in this run.
 */
export const current = { file: '', leftOut: 0 }

/** Uncaught exceptions and unhandled rejections, each with the file that ran at that time. */
export const uncaughtErrors: string[] = []

/** Close functions of resources that all files of this process share (a browser); called after the last file. */
export const atEnd: (() => Promise<void>)[] = []
