import { handle } from '#api/app.ts'
import { listConsoleRequests } from '#contract/console/request.ts'
import { listPage } from './list/list-answer.ts'
import { findRequests } from './list/lists.ts'

export default handle(listConsoleRequests, (context) => listPage(context, findRequests))
