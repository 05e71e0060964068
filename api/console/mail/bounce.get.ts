import { handle } from '#api/app.ts'
import { listBounces } from '#contract/console/mail.ts'
import { countBounces, listBounces as listStoredBounces } from '#store/mail/bounce.ts'

export default handle(listBounces, async ({ app }) => {
  const [bounces, total] = await Promise.all([listStoredBounces(app.sql), countBounces(app.sql)])
  return { bounces, total }
})
