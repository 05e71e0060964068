// Stop words are indexed like all others, but ignored in a query that has other words.

const english = `a an and are as at be been being but by for from had has have how i if in into is it its me my of on or our so than that the
their them then there these they this those to too was we were what when where which who whom whose why will with you your am im ive id
do does did not no any some anything something someone somebody anybody anyone everything each other another also just very really about us
can could should would may might must shall lets he she his her him`

const russian = `а без бы был была были было быть в вам вас во вот все всех вы где да для до его ее если есть еще же за и из или им их к как
ко который которая которое которые которых которым когда кто ли меня мне мы на над нам нас не него нее нет ни них но о об обо однако он она они
оно от по под при про с со та так также там то того тоже той только том ты тебя у уже чем что чего чему чтобы эта эти это этой этом этот этого я
мой моя мое мои моей моего наш наша наше наши нашей свой своя свое свои своей своего себя себе какой какая какое какие каких какого какойнибудь
нибудь либо кое чтонибудь гденибудь кому кого куда откуда почему зачем сколько ведь ну лишь даже будет буду будут можно нельзя надо очень`

export const stopWords: ReadonlySet<string> = new Set(`${english} ${russian}`.split(/\s+/))
