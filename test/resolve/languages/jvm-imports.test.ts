/** Imports of Kotlin and Scala: which files a package's name leads to. */
import { expect, test } from 'vitest';
import { resolveSources, type Sources } from '../../helpers/check.ts';

/** `file:line → file`, sorted. */
async function importEdges(sources: Sources): Promise<readonly string[]> {
  const { edges, files } = await resolveSources(sources);
  return edges
    .filter(({ kind }) => kind === 'imports')
    .map((edge) => `${files[edge.sourceFile]?.path}:${edge.line} → ${files[edge.targetFile]?.path}`)
    .sort();
}

test('sources of one platform do not see those of another, and common sources see none of them', async () => {
  const clock = (set: string, modifier: string) => ({
    [`lib/src/${set}/kotlin/Clock.kt`]: `package lib\n${modifier} class Clock`,
  });
  const use = 'package app\nimport lib.Clock\nfun now(clock: Clock) {}';
  expect(
    await importEdges({
      ...clock('commonMain', 'expect'),
      ...clock('jvmMain', 'actual'),
      ...clock('linuxX64Main', 'actual'),
      'app/src/commonMain/kotlin/Common.kt': use,
      'app/src/jvmTest/kotlin/Jvm.kt': use,
      'app/src/macosArm64Main/kotlin/Mac.kt': use,
      'app/src/jvmMain/java/app/Use.java':
        'package app;\nimport lib.Clock;\nclass Use { Clock clock; }',
    }),
  ).toEqual([
    'app/src/commonMain/kotlin/Common.kt:2 → lib/src/commonMain/kotlin/Clock.kt',
    'app/src/jvmMain/java/app/Use.java:2 → lib/src/commonMain/kotlin/Clock.kt',
    'app/src/jvmMain/java/app/Use.java:2 → lib/src/jvmMain/kotlin/Clock.kt',
    'app/src/jvmTest/kotlin/Jvm.kt:2 → lib/src/commonMain/kotlin/Clock.kt',
    'app/src/jvmTest/kotlin/Jvm.kt:2 → lib/src/jvmMain/kotlin/Clock.kt',
    'app/src/macosArm64Main/kotlin/Mac.kt:2 → lib/src/commonMain/kotlin/Clock.kt',
    'app/src/macosArm64Main/kotlin/Mac.kt:2 → lib/src/linuxX64Main/kotlin/Clock.kt',
  ]);
});

test('sbt folders also name the platform, and shared sources see all platforms', async () => {
  const use = 'package app\nimport lib.Clock\nclass Use(clock: Clock)';
  expect(
    await importEdges({
      'lib/js/src/main/scala/lib/Clock.scala': 'package lib\nclass Clock',
      'lib/jvm-native/src/main/scala/lib/Clock.scala': 'package lib\nclass Clock',
      'app/jvm/src/main/scala/Jvm.scala': use,
      'app/shared/src/main/scala/Shared.scala': use,
    }),
  ).toEqual([
    'app/jvm/src/main/scala/Jvm.scala:2 → lib/jvm-native/src/main/scala/lib/Clock.scala',
    'app/shared/src/main/scala/Shared.scala:2 → lib/js/src/main/scala/lib/Clock.scala',
    'app/shared/src/main/scala/Shared.scala:2 → lib/jvm-native/src/main/scala/lib/Clock.scala',
  ]);
});

test('a lower-case name in an import may be an object of the package', async () => {
  expect(
    await importEdges({
      'lib/syntax.scala': 'package lib\nobject syntax { def all = 1 }',
      'lib/Other.scala': 'package lib\nclass Other',
      'app/All.scala': 'package app\nimport lib.syntax._\nclass All',
      'app/One.scala': 'package app\nimport lib.syntax.all\nclass One',
      'app/Given.scala': 'package app\nimport lib.{syntax, Other}\nclass Given(other: Other)',
      'app/None.scala': 'package app\nimport lib.nowhere._\nclass None(other: lib.Other)',
    }),
  ).toEqual([
    'app/All.scala:2 → lib/syntax.scala',
    'app/Given.scala:2 → lib/Other.scala',
    'app/Given.scala:2 → lib/syntax.scala',
    'app/One.scala:2 → lib/syntax.scala',
  ]);
});

test('Scala names are also looked up in the enclosing packages', async () => {
  expect(
    await importEdges({
      'lib/Codes.scala': 'package lib\nobject Codes { val first = 1 }',
      'lib/net/Socket.scala': 'package lib.net\nclass Socket',
      'lib/Use.scala':
        'package lib\nimport net.Socket\nclass Use(socket: Socket) {\n  import Codes._\n  import Use._\n}\nobject Use',
      'lib/net/Inner.scala': 'package lib\npackage net\nimport Codes.first\nclass Inner',
      'lib/net/Own.scala': 'package lib.net\nimport net._\nclass Own(inner: Inner)',
      // A platform's package of that name is no part of ours.
      'lib/Other.scala': 'package lib\nimport java.net.Socket\nimport scala.util._\nclass Other',
    }),
  ).toEqual([
    'lib/Use.scala:2 → lib/net/Socket.scala',
    'lib/Use.scala:4 → lib/Codes.scala',
    'lib/net/Inner.scala:3 → lib/Codes.scala',
  ]);
});
