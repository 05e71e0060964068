// The decisions of this visit, for `u`. Several applications declined together are one decision.

let decisions: number[][] = []

export const remember = (ids: number[]): void => {
  if (ids.length > 0) decisions.push(ids)
}

/** A decision that was undone otherwise cannot be undone again. */
export const forget = (id: number): void => {
  decisions = decisions.map((ids) => ids.filter((one) => one !== id)).filter((ids) => ids.length > 0)
}

export const takeLast = (): number[] | undefined => decisions.pop()
