import { handle } from '#api/app.ts'
import { wholeAnnouncement } from '#api/console/announcement/announcement-view.ts'
import { recallAnnouncement } from '#contract/console/announcement.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { recallAnnouncement as recall } from '#store/announcement/announcement.ts'

export default handle(recallAnnouncement, ({ app, caller, params, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const id = readId(params.id)
    const { subject } = await wholeAnnouncement(sql, id, at)
    if (!(await recall(sql, id, { by: caller.id, at }))) throw new Refusal('announcement_ended')
    record(`announcement ${id}`, { name: subject })
    return wholeAnnouncement(sql, id, at)
  }),
)
