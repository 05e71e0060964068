import { handle } from '#api/app.ts'
import { endEmails } from '#api/console/import/end-emails.ts'
import { sendImportEmails } from '#contract/console/import-email.ts'

export default handle(sendImportEmails, (context) => context.change((sql) => endEmails(sql, context, true)))
