import { handle } from '#api/app.ts'
import { listAnnouncements } from '#contract/console/announcement.ts'
import { pageOf } from '#http/request/page.ts'
import { listAnnouncements as listPage } from '#store/announcement/announcement.ts'
import { announcementView } from './announcement/announcement-view.ts'

export default handle(listAnnouncements, async ({ app, query }) => {
  const { page, part } = pageOf(query, { standard: 20, most: 50 })
  const { announcements, total } = await listPage(app.sql, part)
  return { announcements: announcements.map((one) => announcementView(one, app.now())), total, ...page }
})
