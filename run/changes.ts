import type { Catalog } from '#catalog/catalog.ts'
import type { Changes } from '#http/app.ts'
import type { RefusedCallers } from '#http/limits/refused-callers.ts'
import type { Worker } from '#mail/worker.ts'
import type { ImportProgress } from '#spreadsheet/progress.ts'
import type { Shared } from './shared.ts'
import { followPeers, type Peers } from './workers/peers.ts'

/** How long a read waits for the changes of this process to be loaded; then it gets the data from before them. A guest has changed nothing. */
export const freshness = { guestMs: 80, signedInMs: 2000 }

type Options = {
  shared: Shared
  catalog?: Catalog
  /** Of the imports of this process alone. */
  progress?: ImportProgress
  worker: Worker | null
  peers?: Peers
  refused: RefusedCallers
  fresh: typeof freshness
}

/** What a process does with its changes, and with those that the other workers of its machine tell. */
export function createChanges({ shared, catalog, progress, worker, peers, refused, fresh }: Options): Changes {
  const onChanged = (): void => {
    catalog?.invalidate() // reads the change feed; clients are only notified when it has something new
    worker?.poke() // the change may have written emails
  }
  if (peers)
    followPeers(peers, {
      signedIn: shared.sessions,
      progress,
      refused,
      now: shared.ofApp.now,
      onMail: () => worker?.poke(),
      onChanged() {
        onChanged()
        shared.feed.refresh().catch(() => {}) // sessions and settings; its own loop reports
      },
    })
  return {
    invalidate() {
      onChanged()
      return peers?.tellAndWait({ kind: 'changed' })
    },
    wakeMailer() {
      worker?.poke()
      if (worker === null) peers?.tell({ kind: 'mail' })
    },
    whenFresh: (isGuest) => catalog?.whenFresh(isGuest ? fresh.guestMs : fresh.signedInMs) ?? null,
    whenCaughtUp: shared.pace.whenCaughtUp,
  }
}
