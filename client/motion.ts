import type { AroundNavHandler } from 'wouter-preact'

// View transitions between screens, where the browser has them. Loaded when idle: the first navigations may come without.

let motion: typeof import('./motion/transitions.ts') | null = null

const go: AroundNavHandler = (navigate, to, options) => navigate(to, options)

export const aroundNav: AroundNavHandler = (navigate, to, options) => (motion?.animate ?? go)(navigate, to, options)

// Listeners of the window run in the order they were added: this one before that of the router.
addEventListener('popstate', (event) => motion?.animateReturn(event))

export async function loadMotion(): Promise<void> {
  if ('startViewTransition' in document) motion = await import('./motion/transitions.ts')
}
