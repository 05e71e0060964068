import { handle } from '#api/app.ts'
import { getAnnouncement } from '#contract/console/announcement.ts'
import { readId } from '#rules/id.ts'
import { wholeAnnouncement } from './announcement-view.ts'

export default handle(getAnnouncement, ({ app, params }) => wholeAnnouncement(app.sql, readId(params.id), app.now()))
