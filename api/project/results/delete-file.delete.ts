import { handle } from '#api/app.ts'
import { fileView } from '#catalog/write.ts'
import { File } from '#contract/project.ts'
import { deleteResult } from '#contract/result.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { whyNotChangeFile } from '#rules/project/file.ts'
import { findOwnResult, lockTeamOf, markDeleted } from '#store/file/result.ts'
import { refuseIf } from './result-input.ts'

export default handle(deleteResult, async ({ app, caller, body, query, change, refuseIfChanged }) => {
  const given = body.file ?? Number(query.file)
  const id = readId(given)
  if (Number.isNaN(given)) refuseIfFaulty([{ path: 'file', code: 'required' }])
  return change(async (sql) => {
    const [, found] = await Promise.all([lockTeamOf(sql, id), findOwnResult(sql, caller.id, id)])
    refuseIf(whyNotChangeFile(found), { file: given, team: found?.team.name })
    if (!found!.isDeleted) {
      refuseIfChanged(File, fileView(found!.file, app.apiUrl))
      await markDeleted(sql, id, app.now())
    }
    return { id, status: 'deleted' as const }
  })
})
