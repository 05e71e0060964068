import { handle } from '#api/app.ts'
import { messageView } from '#api/request/message-view.ts'
import { listRequestMessages } from '#contract/message.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { isWaiting, whyNotAnswerCurators } from '#rules/request/message.ts'
import { findRequestOfMessages, listMessages } from '#store/request/message.ts'

export default handle(listRequestMessages, async ({ app, caller, params }) => {
  const id = readId(params.id)
  const [request, sent] = await Promise.all([findRequestOfMessages(app.sql, id, caller.id), listMessages(app.sql, id)])
  if (!request?.isMember) throw new Refusal('request_not_found', { request: params.id })
  return {
    messages: sent.map((message) => messageView(message, caller.id)),
    isOpen: request.status === 'submitted',
    isWaiting: isWaiting(request.status, sent),
    mayWrite: whyNotAnswerCurators(request, sent) === null,
  }
})
