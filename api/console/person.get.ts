import { handle } from '#api/app.ts'
import { listPeople } from '#contract/console/person.ts'
import { listPage } from './list/list-answer.ts'
import { findPeople } from './list/lists.ts'

export default handle(listPeople, (context) => listPage(context, findPeople))
