/**
 * English words that express how a question is phrased, not its subject. They are dropped from
 * queries, never from the index. The effect on ranking is within noise; dropping them keeps reasons
 * readable.
 */
const WORDS = `
a about above actually after all also am an and any are as at be because been before being below
between both but by can cannot could did do does doing done down during defined each either else etc ever
every few find for from further get gets getting give given gives had has have having he happen happening happens her
here hers him his how i if implemented in into is it its itself just let like located may me might mine more most much must
my no nor not of off on once one only onto or other our ours out over own per performed please responsible same shall she
should show so some such tell than that the their theirs them then there these they this those
through thus to too under until up upon us used uses using very via was we were what when where
whether which while who whom whose why will with within without would you your yours
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
