import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-answer.ts'
import { findPeople } from '#api/console/list/lists.ts'
import { exportPeople } from '#contract/console/list-export.ts'

export default handle(exportPeople, (context) => listSheet('person', 'people', context, findPeople))
