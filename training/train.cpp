// Learns one vector a word, and how much the word weighs in a text and in code, from pairs of both.
//
//   train PAIRS_DIR OUT [--epochs N] [--dims N] [--vocabulary N] [--seed N] [--exclude HASHES]
//
// A text is the weighted sum of its words' vectors, brought to length 1; so is code. Of each batch every
// text is to find its code among the others' and every code its text (InfoNCE, both directions). Batches
// hold groups of one repository, because that is where the program has to tell code apart. Words that text
// and code share are left out of the code now and then: what they say, the lexical index says already.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using std::string, std::string_view, std::vector;

constexpr int BATCH = 1024, GROUP = 128;
constexpr float TEMPERATURE = 0.05f, DROP = 0.15f, DROP_SHARED = 0.35f;
constexpr float LEARNING_RATE = 3e-3f, BETA1 = 0.9f, BETA2 = 0.99f, EPSILON = 1e-8f;
constexpr int REPOSITORIES_MIN = 3, VALIDATION = 4096;

struct Word { uint32_t id; float weight; };
struct Pair { uint32_t text, textEnd, code, codeEnd; uint64_t hash; uint16_t repository; };

struct Options {
  string pairs, out, exclude;
  int epochs = 10, dims = 256, vocabulary = 40000;
  uint64_t seed = 1;
};

struct Data {
  vector<string> vocabulary;
  vector<double> frequency;
  vector<Word> words;
  vector<Pair> pairs;
};

static vector<string_view> split(string_view line, char mark) {
  vector<string_view> parts;
  for (size_t at = 0; at <= line.size();) {
    size_t end = line.find(mark, at);
    if (end == string_view::npos) end = line.size();
    parts.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

static bool isWord(string_view word) {
  if (word.empty() || word.size() > 24) return false;
  bool letters = false;
  for (char c : word) {
    if ((unsigned char)c >= 128) return false;
    letters |= c >= 'a';
  }
  return letters ? true : word.size() <= 3;
}

static string_view codeWord(string_view part, float &weight) {
  size_t colon = part.rfind(':');
  weight = std::strtof(string(part.substr(colon + 1)).c_str(), nullptr) / 8;
  return part.substr(0, colon);
}

static Data read(const Options &options) {
  vector<string> files;
  for (auto &entry : std::filesystem::directory_iterator(options.pairs))
    if (entry.path().extension() == ".tsv") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::unordered_set<string> excluded;
  if (!options.exclude.empty()) {
    std::ifstream in(options.exclude);
    for (string line; std::getline(in, line);) excluded.insert(line);
  }
  struct Count { uint32_t total = 0; uint16_t repositories = 0, last = 0; };
  std::unordered_map<string, Count> counts;
  vector<string> lines;
  vector<uint16_t> lineFiles;
  std::unordered_set<string> seen;
  size_t dropped = 0;
  for (size_t file = 0; file < files.size(); file++) {
    std::ifstream in(files[file]);
    for (string line; std::getline(in, line);) {
      auto columns = split(line, '\t');
      if (columns.size() != 4) continue;
      string hash(columns[1]);
      if (excluded.count(hash)) { dropped++; continue; }
      if (!seen.insert(hash + string(columns[2])).second) continue;
      auto count = [&](string_view word) {
        if (!isWord(word)) return;
        auto &row = counts[string(word)];
        row.total++;
        if (row.last != file + 1) { row.last = file + 1; row.repositories++; }
      };
      float weight;
      for (auto part : split(columns[2], ' ')) count(part);
      for (auto part : split(columns[3], ' ')) count(codeWord(part, weight));
      lines.push_back(std::move(line));
      lineFiles.push_back(file);
    }
  }
  fprintf(stderr, "%zu pairs of %zu repositories, %zu words, %zu left out\n", lines.size(), files.size(), counts.size(), dropped);
  vector<std::pair<string, Count>> ranked;
  for (auto &row : counts) if (row.second.repositories >= REPOSITORIES_MIN) ranked.push_back(row);
  std::sort(ranked.begin(), ranked.end(), [](auto &a, auto &b) {
    return a.second.total != b.second.total ? a.second.total > b.second.total : a.first < b.first;
  });
  if ((int)ranked.size() > options.vocabulary) ranked.resize(options.vocabulary);
  std::sort(ranked.begin(), ranked.end(), [](auto &a, auto &b) { return a.first < b.first; });
  Data data;
  std::unordered_map<string, uint32_t> ids;
  for (auto &[word, row] : ranked) {
    ids[word] = data.vocabulary.size();
    data.vocabulary.push_back(word);
    data.frequency.push_back(row.total / double(lines.size()));
  }
  fprintf(stderr, "vocabulary %zu, least frequent in %u\n", ranked.size(), ranked.empty() ? 0 : std::min_element(ranked.begin(), ranked.end(), [](auto &a, auto &b) { return a.second.total < b.second.total; })->second.total);
  for (size_t at = 0; at < lines.size(); at++) {
    auto columns = split(lines[at], '\t');
    Pair pair{};
    pair.repository = lineFiles[at];
    pair.hash = std::strtoull(string(columns[1]).c_str(), nullptr, 16);
    pair.text = data.words.size();
    for (auto part : split(columns[2], ' ')) {
      auto found = ids.find(string(part));
      if (found != ids.end()) data.words.push_back({found->second, 1});
    }
    pair.textEnd = pair.code = data.words.size();
    for (auto part : split(columns[3], ' ')) {
      float weight;
      auto found = ids.find(string(codeWord(part, weight)));
      if (found != ids.end()) data.words.push_back({found->second, weight});
    }
    pair.codeEnd = data.words.size();
    if (pair.textEnd - pair.text >= 3 && pair.codeEnd - pair.code >= 5) data.pairs.push_back(pair);
    lines[at].clear();
    lines[at].shrink_to_fit();
  }
  return data;
}

// C[m×n] += A[m×k] · B[k×n], all row-major; m, n multiples of 4 and 32.
static void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
  for (int kk = 0; kk < k; kk += 256) {
    int kEnd = std::min(k, kk + 256);
    for (int j = 0; j < n; j += 32)
      for (int i = 0; i < m; i += 4) {
        float sum[4][32] = {};
        for (int p = kk; p < kEnd; p++) {
          const float *b = B + (size_t)p * n + j;
          for (int r = 0; r < 4; r++) {
            float a = A[(size_t)(i + r) * k + p];
            for (int c = 0; c < 32; c++) sum[r][c] += a * b[c];
          }
        }
        for (int r = 0; r < 4; r++)
          for (int c = 0; c < 32; c++) C[(size_t)(i + r) * n + j + c] += sum[r][c];
      }
  }
}

static void transpose(const float *A, float *T, int rows, int columns) {
  for (int i = 0; i < rows; i += 16)
    for (int j = 0; j < columns; j += 16)
      for (int r = i; r < i + 16; r++)
        for (int c = j; c < j + 16; c++) T[(size_t)c * rows + r] = A[(size_t)r * columns + c];
}

struct Model {
  int dims;
  vector<float> vectors, vectorsM, vectorsV;
  // Logarithms of the weights of a word: in a text, in code.
  vector<float> logs[2], logsM[2], logsV[2];
};

// One side of a batch: the words that were kept, the sums and what they became.
struct Side {
  vector<vector<Word>> words;
  vector<float> unit, gradient, length;
};

static void pool(const Model &model, int side, Side &s) {
  int d = model.dims;
  for (int row = 0; row < BATCH; row++) {
    float *out = &s.unit[(size_t)row * d];
    std::fill(out, out + d, 0.f);
    for (auto &word : s.words[row]) {
      float w = word.weight * std::exp(model.logs[side][word.id]);
      const float *v = &model.vectors[(size_t)word.id * d];
      for (int c = 0; c < d; c++) out[c] += w * v[c];
    }
    float square = 1e-12f;
    for (int c = 0; c < d; c++) square += out[c] * out[c];
    s.length[row] = std::sqrt(square);
    for (int c = 0; c < d; c++) out[c] /= s.length[row];
  }
}

struct Gradients {
  vector<float> vectors, logs[2];
  vector<uint8_t> isTouched;
  vector<uint32_t> touched;
};

static void unpool(const Model &model, int side, Side &s, Gradients &g) {
  int d = model.dims;
  vector<float> own(d);
  for (int row = 0; row < BATCH; row++) {
    const float *u = &s.unit[(size_t)row * d], *du = &s.gradient[(size_t)row * d];
    float along = 0;
    for (int c = 0; c < d; c++) along += u[c] * du[c];
    for (int c = 0; c < d; c++) own[c] = (du[c] - along * u[c]) / s.length[row];
    for (auto &word : s.words[row]) {
      float w = word.weight * std::exp(model.logs[side][word.id]), dot = 0;
      const float *v = &model.vectors[(size_t)word.id * d];
      float *gv = &g.vectors[(size_t)word.id * d];
      for (int c = 0; c < d; c++) { gv[c] += w * own[c]; dot += own[c] * v[c]; }
      g.logs[side][word.id] += w * dot;
      if (!g.isTouched[word.id]) { g.isTouched[word.id] = 1; g.touched.push_back(word.id); }
    }
  }
}

static void adam(float *x, float *m, float *v, float *g, int count, float rate) {
  for (int c = 0; c < count; c++) {
    m[c] = BETA1 * m[c] + (1 - BETA1) * g[c];
    v[c] = BETA2 * v[c] + (1 - BETA2) * g[c] * g[c];
    x[c] -= rate * m[c] / (std::sqrt(v[c]) + EPSILON);
    g[c] = 0;
  }
}

static void take(const Data &data, const Pair &pair, bool drops, std::mt19937_64 &random, vector<Word> &text, vector<Word> &code) {
  text.clear();
  code.clear();
  std::uniform_real_distribution<float> chance(0, 1);
  for (uint32_t at = pair.text; at < pair.textEnd; at++)
    if (!drops || chance(random) >= DROP) text.push_back(data.words[at]);
  if (text.empty()) text.push_back(data.words[pair.text]);
  for (uint32_t at = pair.code; at < pair.codeEnd; at++) {
    const Word &word = data.words[at];
    float drop = DROP;
    if (drops)
      for (uint32_t other = pair.text; other < pair.textEnd; other++)
        if (data.words[other].id == word.id) { drop = DROP_SHARED; break; }
    if (!drops || chance(random) >= drop) code.push_back(word);
  }
  if (code.empty()) code.push_back(data.words[pair.code]);
}

static double validate(const Model &model, const Data &data, const vector<Pair> &pairs, Side &text, Side &code, vector<float> &S, vector<float> &T) {
  std::mt19937_64 random(0);
  double sum = 0;
  int count = 0;
  for (size_t from = 0; from + BATCH <= pairs.size(); from += BATCH) {
    for (int row = 0; row < BATCH; row++) take(data, pairs[from + row], false, random, text.words[row], code.words[row]);
    pool(model, 0, text);
    pool(model, 1, code);
    transpose(code.unit.data(), T.data(), BATCH, model.dims);
    std::fill(S.begin(), S.end(), 0.f);
    multiply(text.unit.data(), T.data(), S.data(), BATCH, BATCH, model.dims);
    for (int i = 0; i < BATCH; i++) {
      int rank = 1;
      for (int j = 0; j < BATCH; j++) rank += S[(size_t)i * BATCH + j] > S[(size_t)i * BATCH + i] && pairs[from + j].hash != pairs[from + i].hash;
      sum += 1.0 / rank;
      count++;
    }
  }
  return count ? sum / count : 0;
}

static void save(const Model &model, const Data &data, const string &path) {
  int d = model.dims;
  uint32_t count = data.vocabulary.size();
  string names;
  for (auto &word : data.vocabulary) names += word + "\n";
  vector<int8_t> rows((size_t)count * d);
  vector<float> scales[2] = {vector<float>(count), vector<float>(count)};
  for (uint32_t row = 0; row < count; row++) {
    const float *v = &model.vectors[(size_t)row * d];
    float most = 1e-9f;
    for (int c = 0; c < d; c++) most = std::max(most, std::fabs(v[c]));
    for (int c = 0; c < d; c++) rows[(size_t)row * d + c] = (int8_t)std::lround(v[c] / most * 127);
    for (int side = 0; side < 2; side++) scales[side][row] = std::exp(model.logs[side][row]) * most / 127;
  }
  std::ofstream out(path, std::ios::binary);
  // magic, version, words, dims, bytes of the words' names (padded to 4)
  while (names.size() % 4) names += "\n";
  uint32_t head[5] = {0x4d564d47, 1, count, (uint32_t)d, (uint32_t)names.size()};
  out.write((char *)head, sizeof head);
  out.write(names.data(), names.size());
  for (auto &side : scales) out.write((char *)side.data(), side.size() * 4);
  out.write((char *)rows.data(), rows.size());
}

int main(int argc, char **argv) {
  Options options;
  options.pairs = argv[1];
  options.out = argv[2];
  for (int at = 3; at + 1 < argc; at += 2) {
    string name = argv[at], value = argv[at + 1];
    if (name == "--epochs") options.epochs = std::stoi(value);
    else if (name == "--dims") options.dims = std::stoi(value);
    else if (name == "--vocabulary") options.vocabulary = std::stoi(value);
    else if (name == "--seed") options.seed = std::stoull(value);
    else if (name == "--exclude") options.exclude = value;
    else { fprintf(stderr, "unknown option %s\n", argv[at]); return 1; }
  }
  Data data = read(options);
  std::mt19937_64 random(options.seed);
  int d = options.dims;
  size_t count = data.vocabulary.size();
  Model model{d, vector<float>(count * d), vector<float>(count * d), vector<float>(count * d), {}, {}, {}};
  std::normal_distribution<float> normal(0, 1 / std::sqrt((float)d));
  for (auto &x : model.vectors) x = normal(random);
  for (int side = 0; side < 2; side++) {
    model.logs[side].resize(count);
    model.logsM[side].resize(count);
    model.logsV[side].resize(count);
    // Smooth inverse frequency: Arora, Liang & Ma, ICLR 2017.
    for (size_t row = 0; row < count; row++) model.logs[side][row] = std::log(0.02 / (0.02 + data.frequency[row]));
  }
  std::shuffle(data.pairs.begin(), data.pairs.end(), random);
  size_t held = std::min<size_t>(VALIDATION, data.pairs.size() / 10 / BATCH * BATCH);
  vector<Pair> validation(data.pairs.end() - held, data.pairs.end());
  data.pairs.resize(data.pairs.size() - held);

  Side text, code;
  for (Side *side : {&text, &code}) {
    side->words.resize(BATCH);
    side->unit.resize((size_t)BATCH * d);
    side->gradient.resize((size_t)BATCH * d);
    side->length.resize(BATCH);
  }
  vector<float> S((size_t)BATCH * BATCH), G((size_t)BATCH * BATCH), GT((size_t)BATCH * BATCH), T((size_t)BATCH * d);
  Gradients g;
  g.vectors.resize(count * d);
  g.isTouched.resize(count);
  for (auto &logs : g.logs) logs.resize(count);
  size_t steps = data.pairs.size() / BATCH * options.epochs, step = 0;
  auto began = std::chrono::steady_clock::now();
  for (int epoch = 0; epoch < options.epochs; epoch++) {
    std::map<uint16_t, vector<uint32_t>> byRepository;
    for (size_t at = 0; at < data.pairs.size(); at++) byRepository[data.pairs[at].repository].push_back(at);
    vector<vector<uint32_t>> groups;
    for (auto &[repository, list] : byRepository) {
      std::shuffle(list.begin(), list.end(), random);
      for (size_t at = 0; at < list.size(); at += GROUP) groups.emplace_back(list.begin() + at, list.begin() + std::min(list.size(), at + GROUP));
    }
    std::shuffle(groups.begin(), groups.end(), random);
    vector<uint32_t> order;
    for (auto &group : groups) order.insert(order.end(), group.begin(), group.end());
    double loss = 0;
    size_t batches = 0;
    for (size_t from = 0; from + BATCH <= order.size(); from += BATCH, step++, batches++) {
      for (int row = 0; row < BATCH; row++) take(data, data.pairs[order[from + row]], true, random, text.words[row], code.words[row]);
      pool(model, 0, text);
      pool(model, 1, code);
      transpose(code.unit.data(), T.data(), BATCH, d);
      std::fill(S.begin(), S.end(), 0.f);
      multiply(text.unit.data(), T.data(), S.data(), BATCH, BATCH, d);
      // Code that stands in the batch twice is nobody's negative.
      std::unordered_map<uint64_t, vector<int>> same;
      for (int row = 0; row < BATCH; row++) same[data.pairs[order[from + row]].hash].push_back(row);
      for (auto &[hash, rows] : same)
        for (int a : rows) for (int b : rows) if (a != b) S[(size_t)a * BATCH + b] = -2;
      vector<float> columnSum(BATCH, 0.f);
      for (int i = 0; i < BATCH; i++) {
        float *s = &S[(size_t)i * BATCH], *gr = &G[(size_t)i * BATCH];
        float sum = 0;
        // Cosines are at most 1, so this cannot overflow.
        for (int j = 0; j < BATCH; j++) { s[j] = std::exp((s[j] - 1) / TEMPERATURE); sum += s[j]; }
        for (int j = 0; j < BATCH; j++) { columnSum[j] += s[j]; gr[j] = s[j] / sum; }
        loss -= std::log(s[i] / sum + 1e-30f) / BATCH;
      }
      float scale = 0.5f / (BATCH * TEMPERATURE);
      for (int i = 0; i < BATCH; i++) {
        float *s = &S[(size_t)i * BATCH], *gr = &G[(size_t)i * BATCH];
        for (int j = 0; j < BATCH; j++) gr[j] = (gr[j] + s[j] / columnSum[j]) * scale;
        gr[i] -= 2 * scale;
      }
      std::fill(text.gradient.begin(), text.gradient.end(), 0.f);
      std::fill(code.gradient.begin(), code.gradient.end(), 0.f);
      multiply(G.data(), code.unit.data(), text.gradient.data(), BATCH, d, BATCH);
      transpose(G.data(), GT.data(), BATCH, BATCH);
      multiply(GT.data(), text.unit.data(), code.gradient.data(), BATCH, d, BATCH);
      unpool(model, 0, text, g);
      unpool(model, 1, code, g);
      float rate = LEARNING_RATE * std::min(1.f, (step + 1) / 200.f) * std::max(0.02f, 1 - step / (float)steps);
      for (uint32_t id : g.touched) {
        adam(&model.vectors[(size_t)id * d], &model.vectorsM[(size_t)id * d], &model.vectorsV[(size_t)id * d], &g.vectors[(size_t)id * d], d, rate);
        for (int side = 0; side < 2; side++) adam(&model.logs[side][id], &model.logsM[side][id], &model.logsV[side][id], &g.logs[side][id], 1, rate * 3);
        g.isTouched[id] = 0;
      }
      g.touched.clear();
      if (step % 200 == 0) {
        double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        fprintf(stderr, "step %zu of %zu, loss %.3f, %.0f s\n", step, steps, loss / (batches + 1), seconds);
      }
    }
    fprintf(stderr, "epoch %d: loss %.3f, validation MRR %.4f\n", epoch + 1, loss / std::max<size_t>(1, batches), validate(model, data, validation, text, code, S, T));
  }
  save(model, data, options.out);
}
