import { handle } from '#api/app.ts'
import { messageView } from '#api/request/message-view.ts'
import { askTeam, MOST_MESSAGES } from '#contract/message.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { whyNotAskTeam } from '#rules/request/message.ts'
import { requestStatusInWords } from '#rules/text/state-texts.ts'
import { readText } from '#rules/text/text.ts'
import { insertMessage, lockConversation } from '#store/request/message.ts'

export default handle(askTeam, ({ app, caller, params, body, language, change, record }) =>
  change(async (sql) => {
    const requestId = readId(params.id)
    const locked = await lockConversation(sql, requestId, caller.id)
    if (!locked) throw new Refusal('request_not_found', { request: params.id })
    const { request, sent } = locked
    const text = readText(body.text)
    const last = sent.at(-1)
    // Double click, or retry after a lost response.
    if (last && last.authorId === caller.id && last.text === text) return messageView(last, caller.id)
    const why = whyNotAskTeam(request.reviewed, sent)
    if (why) throw new Refusal(why, { status: requestStatusInWords(request.reviewed, language), limit: MOST_MESSAGES })
    if (text === null) throw new Refusal('text_required')
    const message = await insertMessage(sql, { requestId, role: 'curator', authorId: caller.id, text, at: app.now() })
    record(`request ${requestId}`, { message: message.id })
    return messageView(message, caller.id)
  }),
)
