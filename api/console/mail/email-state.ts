import type { MailState } from '#contract/console/mail.ts'
import { Refusal } from '#http/response/problem.ts'
import type { QueueAct } from '#store/mail/queue.ts'

// Shared by the endpoints of an email.

export const emailNotFound = (id: string): Refusal => new Refusal('mail_not_found', { mail: id })

/** The state before the action; throws if the action is not possible. */
export function stateBefore(act: QueueAct | undefined, id: string): MailState {
  if (!act) throw emailNotFound(id)
  if (act.whyNot) throw new Refusal(act.whyNot)
  return act.was
}
