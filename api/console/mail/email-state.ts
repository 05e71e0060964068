import type { MailState } from '#contract/console/mail.ts'
import { Refusal } from '#http/problem.ts'
import type { QueueAct } from '#store/email-queue.ts'

// What the calls about letters have in common.

export const emailNotFound = (id: string): Refusal => new Refusal('mail_not_found', { mail: id })

/** The state it was in; refused where nothing could be done. */
export function stateBefore(act: QueueAct | undefined, id: string): MailState {
  if (!act) throw emailNotFound(id)
  if (act.whyNot) throw new Refusal(act.whyNot)
  return act.was
}
