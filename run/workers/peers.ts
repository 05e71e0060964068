import type { RefusedCallers } from '#http/limits/refused-callers.ts'
import type { SignedIn } from '#http/session/signed-in.ts'
import type { ImportProgress, Progress } from '#spreadsheet/progress.ts'

// What a worker tells and asks the others of its machine, so that the next call of the same person finds it wherever it arrives. Processes on other
// machines learn of changes by the change feed, within 250 ms.

export type PeerMessage =
  | { kind: 'changed' } // something was committed: load it before the next answer
  | { kind: 'mail' } // there may be an email to send
  | { kind: 'ended'; sids: string[] } // sessions
  | { kind: 'access'; person: number }
  | { kind: 'progress'; ticket: string; progress: Progress } // of an import
  | { kind: 'refused' } // asks for the callers that its rate limits refused

export type Peers = {
  tell(message: PeerMessage): void
  /** Resolves when the others have handled it, or after a moment. */
  tellAndWait(message: PeerMessage): Promise<void>
  /** The answers of those that answer within a moment. */
  ask(message: PeerMessage): Promise<unknown[]>
  /** What the listener returns is the answer. */
  onMessage(listener: (message: PeerMessage) => unknown): void
}

export const sharedSessions = (signedIn: SignedIn, peers: Peers): SignedIn => ({
  ...signedIn,
  forget(given) {
    const sids = [...given]
    signedIn.forget(sids)
    if (sids.length > 0) peers.tell({ kind: 'ended', sids })
  },
  forgetPerson(person) {
    signedIn.forgetPerson(person)
    peers.tell({ kind: 'access', person })
  },
})

const PROGRESS_MS = 200

/** Stages are told at once, rows five times a second. */
export function sharedProgress(progress: ImportProgress, peers: Peers): ImportProgress {
  const told = new Map<string, { stage: string; at: number }>()
  return {
    ...progress,
    note(ticket, noted, now) {
      progress.note(ticket, noted, now)
      if (ticket === undefined) return
      const last = told.get(ticket)
      if (last?.stage === noted.stage && now.getTime() - last.at < PROGRESS_MS) return
      if (noted.stage === 'done') told.delete(ticket)
      else told.set(ticket, { stage: noted.stage, at: now.getTime() })
      if (told.size > 200) told.delete(told.keys().next().value!)
      peers.tell({ kind: 'progress', ticket, progress: noted })
    },
  }
}

type Handlers = {
  signedIn: SignedIn
  progress?: ImportProgress
  refused: Pick<RefusedCallers, 'list'>
  onChanged(): void
  onMail(): void
  now(): Date
}

/** Handles the messages of the others; `signedIn`, `progress` and `refused` are those of this process alone. */
export function followPeers(peers: Peers, { signedIn, progress, refused, onChanged, onMail, now }: Handlers): void {
  peers.onMessage((message) => {
    if (message.kind === 'refused') return refused.list()
    if (message.kind === 'changed') onChanged()
    else if (message.kind === 'mail') onMail()
    else if (message.kind === 'ended') signedIn.forget(message.sids)
    else if (message.kind === 'access') signedIn.forgetPerson(message.person)
    else progress?.note(message.ticket, message.progress, now())
  })
}
