import { handle } from '#api/app.ts'
import { getPerson } from '#contract/console/person.ts'
import { readId } from '#rules/id.ts'
import { consolePersonOf } from './person-view.ts'

export default handle(getPerson, ({ app, params }) => consolePersonOf(app.sql, readId(params.id), app.now()))
