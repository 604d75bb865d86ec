import { describe, expect, it } from 'vitest';
import { respondByDeadline } from '../../src/mcp/deadline.ts';

const never = new Promise<string>(() => undefined);
const late = () => 'late';
const unexpected = (error: unknown) => {
  throw error;
};

describe('withPatience', () => {
  it('gives the answer that comes in time', async () => {
    expect(await respondByDeadline(Promise.resolve('answer'), 10_000, late, unexpected)).toBe(
      'answer',
    );
  });

  it('passes on a failure that comes in time', async () => {
    const work = Promise.reject(new Error('broken'));
    await expect(respondByDeadline(work, 10_000, late, unexpected)).rejects.toThrow('broken');
  });

  it('answers late when the work takes too long', async () => {
    expect(await respondByDeadline(never, 0, late, unexpected)).toBe('late');
  });

  it('hears of a failure after that', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const heard = new Promise((resolve) => {
      void respondByDeadline(work, 0, late, resolve).then(() => fail(new Error('broken later')));
    });
    expect(await heard).toMatchObject({ message: 'broken later' });
  });
});
