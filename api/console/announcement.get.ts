import { handle } from '#api/app.ts'
import { listAnnouncements } from '#contract/console/announcement.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPage } from '#rules/paging.ts'
import { listAnnouncements as listPage } from '#store/announcement/announcement.ts'
import { announcementView } from './announcement/announcement-view.ts'

const MOST = 50

export default handle(listAnnouncements, async ({ app, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize: given } = readPage({ ...query, pageSize: query.pageSize ?? '20' }, faults, Infinity)
  refuseIfFaulty(faults)
  const pageSize = Math.min(given, MOST)
  const { announcements, total } = await listPage(app.sql, { limit: pageSize, offset: (page - 1) * pageSize })
  return { announcements: announcements.map((one) => announcementView(one, app.now())), total, page, pageSize }
})
