import { handle } from '#api/app.ts'
import { messageView } from '#api/request/message-view.ts'
import { listConsoleMessages } from '#contract/message.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { isWaiting, whyNotAskTeam } from '#rules/request/message.ts'
import { findRequestOfMessages, listMessages } from '#store/request/message.ts'

export default handle(listConsoleMessages, async ({ app, caller, params }) => {
  const id = readId(params.id)
  const [request, sent] = await Promise.all([findRequestOfMessages(app.sql, id, caller.id), listMessages(app.sql, id)])
  if (!request) throw new Refusal('request_not_found', { request: params.id })
  return {
    messages: sent.map((message) => messageView(message, caller.id)),
    isOpen: request.reviewed === 'submitted',
    isWaiting: isWaiting(request.reviewed, sent),
    mayWrite: whyNotAskTeam(request.reviewed, sent) === null,
  }
})
