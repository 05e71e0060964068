import { handle } from '#api/app.ts'
import { refuseIfBuiltIn, termIn } from '#api/console/vocabulary/terms.ts'
import { mergeWord } from '#contract/console/vocabulary.ts'
import { Refusal } from '#http/response/problem.ts'
import { aliasesMerged } from '#rules/console/vocabulary.ts'
import { readId } from '#rules/id.ts'
import { countConflictingFiles, listTerms, lockUses, removeTerm, repointTerm, updateTerm } from '#store/vocabulary/console.ts'

export default handle(mergeWord, ({ params, body, change, record }) =>
  change(async (sql) => {
    const { kind } = params
    const terms = await lockUses(sql, kind, [readId(params.id), body.into])
    const from = termIn(terms, params.id)
    const into = termIn(terms, body.into)
    if (from === into) throw new Refusal('merge_impossible')
    refuseIfBuiltIn(from)
    if (kind === 'file-type' && (await countConflictingFiles(sql, from.id, into.id)) > 0) throw new Refusal('merge_impossible')
    await repointTerm(sql, kind, from.id, into.id)
    await removeTerm(sql, kind, from.id)
    const aliases = aliasesMerged(kind, from, into)
    if (String(aliases) !== String(into.aliases)) await updateTerm(sql, kind, into.id, { ...into, aliases })
    record(`${kind} ${from.id}`, { word: from.name, into: `${into.name} (${kind} ${into.id})`, uses: from.uses })
    return termIn(await listTerms(sql, kind), into.id)
  }),
)
