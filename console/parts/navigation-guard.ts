// Going back, before the router hears of it: a window tells its listeners in the order in which they came, so this one has to be the first.

let gate: ((event: PopStateEvent) => void) | null = null

addEventListener('popstate', (event) => gate?.(event))

/** One page at a time may stand in the way; null opens it again. */
export const setGate = (next: typeof gate): void => {
  gate = next
}
