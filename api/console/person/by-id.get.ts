import { handle } from '#api/app.ts'
import { getPerson } from '#contract/console/person.ts'
import { knownId, personKnown } from './known.ts'

export default handle(getPerson, ({ app, params }) => personKnown(app.sql, knownId(params.id), app.now()))
