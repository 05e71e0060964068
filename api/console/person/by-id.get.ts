import { handle } from '#api/app.ts'
import { getPerson } from '#contract/console/person.ts'
import { readId } from '#rules/id.ts'
import { personKnown } from './known.ts'

export default handle(getPerson, ({ app, params }) => personKnown(app.sql, readId(params.id), app.now()))
