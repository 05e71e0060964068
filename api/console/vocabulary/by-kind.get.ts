import { handle } from '#api/app.ts'
import { listWords } from '#contract/console/vocabulary.ts'
import { termsOf } from './terms.ts'

export default handle(listWords, ({ app, params }) => termsOf(app.sql, params.kind))
