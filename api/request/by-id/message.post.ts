import { handle } from '#api/app.ts'
import { messageView } from '#api/request/message-view.ts'
import { MOST_MESSAGES, sendRequestMessage } from '#contract/message.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { whyNotAnswerCurators } from '#rules/request/message.ts'
import { requestStatusInWords } from '#rules/text/state-texts.ts'
import { readText } from '#rules/text/text.ts'
import { insertMessage, lockConversation } from '#store/request/message.ts'

export default handle(sendRequestMessage, ({ app, caller, params, body, language, change, record }) =>
  change(async (sql) => {
    const requestId = readId(params.id)
    const locked = await lockConversation(sql, requestId, caller.id)
    const why = locked ? whyNotAnswerCurators(locked.request, locked.sent) : 'request_not_found'
    if (!locked || why === 'request_not_found') throw new Refusal('request_not_found', { request: params.id })
    const { request, sent } = locked
    const text = readText(body.text)
    const last = sent.at(-1)
    // Double click, or retry after a lost response.
    if (last && last.authorId === caller.id && last.text === text) return messageView(last, caller.id)
    const details = { team: request.team, status: requestStatusInWords(request.status, language), limit: MOST_MESSAGES }
    if (why) throw new Refusal(why, details)
    if (text === null) throw new Refusal('text_required')
    const message = await insertMessage(sql, { requestId, role: 'team', authorId: caller.id, text, at: app.now() })
    record(`request ${requestId}`, { message: message.id })
    return messageView(message, caller.id)
  }),
)
