import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom connections are taken: a person, or the address of a guest. Whoever has many calls at once waits for their own, not others for them.
 * The service's own work has no owner.
 */
export const connectionOwner = new AsyncLocalStorage<string | undefined>()
