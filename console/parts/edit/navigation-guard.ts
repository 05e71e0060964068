// Handles `popstate` before the router: listeners run in the order they were added, so main.tsx imports this file before it.

let guard: ((event: PopStateEvent) => void) | null = null

addEventListener('popstate', (event) => guard?.(event))

/** One page at a time can block navigation; null removes the block. */
export const setNavigationGuard = (next: typeof guard): void => {
  guard = next
}
