// Stop words are indexed like all others, but ignored in a query that has other words.

const english = `a an and are as at be but by for from has have how i in into is it its my of on or our that the their them then there
these they this to was we what when where which who will with you your`

const russian = `а без бы был была были было быть в вам вас во вот все всех вы где да для до его ее если есть еще же за и из или им их к как
ко который когда кто ли меня мне мы на над нам нас не него нее нет ни них но о об однако он она они оно от по под при про с со та так также там
то того тоже той только том ты у уже чем что чтобы эта эти это этой этом этот я`

export const stopWords: ReadonlySet<string> = new Set(`${english} ${russian}`.split(/\s+/))
