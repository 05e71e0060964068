import { handle } from '#api/app.ts'
import { listImportEmails } from '#contract/console/import-email.ts'
import { listImportEmails as listStored } from '#store/mail/import-email.ts'

export default handle(listImportEmails, async ({ app }) => ({ imports: await listStored(app.sql) }))
