import { handle } from '#api/app.ts'
import { listWords } from '#contract/console/vocabulary.ts'
import { wordsOf } from './terms.ts'

export default handle(listWords, ({ app, params }) => wordsOf(app.sql, params.kind))
