import { textsOf } from './texts.ts'

/** Texts of the shared components. */
export const w = textsOf('ui')
