import { handle } from '#api/app.ts'
import { endEmails } from '#api/console/import/end-emails.ts'
import { cancelImportEmails } from '#contract/console/import-email.ts'

export default handle(cancelImportEmails, (context) => context.change((sql) => endEmails(sql, context, false)))
