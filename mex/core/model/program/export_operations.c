/* export_operations.c - operations as texts in C: those of operations.h, and what they call
 *
 * An operation whose text does not tell what it does with each of its arguments cannot be written.
 */
#include <ctype.h>
#include <string.h>

#include "export.h"

static const char *const operation_names[] = {
#define OPERATION_NAME(NAME, arguments, value) #NAME,
    GEOMS_OPERATIONS (OPERATION_NAME)
#undef OPERATION_NAME
};

const char *geoms_export_value (int op)
{
    static const char *const values[] = {
#define OPERATION_VALUE(NAME, arguments, value) #value,
        GEOMS_OPERATIONS (OPERATION_VALUE)
#undef OPERATION_VALUE
    };

    switch (op) {
    case GEOMS_OP_MADD:
        return "a * b + c";
    case GEOMS_OP_MSUB:
        return "a * b - c";
    case GEOMS_OP_NMADD:
        return "c - a * b";
    case GEOMS_OP_SINCOS:
        return "sin (a)";
    case GEOMS_OP_PIECEWISE:
        return "geoms_piecewise (a, #)";
    default:
        return op < GEOMS_OPERATIONS_COUNT ? values[op] : "";
    }
}

int geoms_export_arguments (int op)
{
    if (op == GEOMS_OP_SINCOS)
        return 1;
    return op < GEOMS_OPERATIONS_COUNT ? geoms_arguments (op) : 3;
}

/* what the values of operations.h call beside the functions of math.h */
static const char for_both[]
    = "static double geoms_whole_part (double x, double y, double n, double q)\n"
      "{\n"
      "    const double near = floor (q + 0.5);\n"
      "\n"
      "    if (floor (y + 0.5) != y && fabs ((q - near) / near) < 2.220446049250313e-16)\n"
      "        return 0;\n"
      "    return x - y * n;\n"
      "}\n\n";
enum { MOD, REM };
static const struct {
    const char *name, *text;
} helpers[] = {
    {"geoms_mod", "/* x - n y, n = floor (x / y); 0 where x / y is whole but for rounding */\n"
                  "static double geoms_mod (double x, double y)\n"
                  "{\n"
                  "    if (y == 0 || x == y)\n"
                  "        return y == 0 ? x : 0;\n"
                  "    return copysign (geoms_whole_part (x, y, floor (x / y), x / y), y);\n"
                  "}\n\n"},
    {"geoms_rem", "/* x - n y, n = trunc (x / y); 0 where x / y is whole but for rounding */\n"
                  "static double geoms_rem (double x, double y)\n"
                  "{\n"
                  "    if (y == 0 || x == y)\n"
                  "        return y == 0 ? NAN : 0;\n"
                  "    return copysign (geoms_whole_part (x, y, trunc (x / y), x / y), x);\n"
                  "}\n\n"},
    {"geoms_piecewise",
     "/* derivative number `which` of a piecewise polynomial: breaks (pieces + 1), then `order`\n"
     " * coefficients of each piece, the highest power first; the first and last piece go on */\n"
     "static double geoms_piecewise (double x, const double *breaks, int pieces, int order, int "
     "which)\n"
     "{\n"
     "    const double *c = breaks + pieces + 1;\n"
     "    int low = 0, high = pieces - 1;\n"
     "    double y = 0, s;\n\n"
     "    if (isnan (x))\n"
     "        return x;\n"
     "    while (low < high) {\n"
     "        const int middle = low + (high - low + 1) / 2;\n\n"
     "        if (x < breaks[middle])\n"
     "            high = middle - 1;\n"
     "        else\n"
     "            low = middle;\n"
     "    }\n"
     "    s = x - breaks[low];\n"
     "    for (int k = 0; k < order - which; k++) {\n"
     "        double slope = c[low * order + k];\n\n"
     "        for (int i = 0; i < which; i++)\n"
     "            slope *= order - 1 - k - i;\n"
     "        y = k == 0 ? slope : y * s + slope;\n"
     "    }\n"
     "    return y;\n"
     "}\n\n"},
};
enum { HELPERS = sizeof helpers / sizeof helpers[0] };

size_t geoms_export_word (const char *text)
{
    size_t length = 0;

    while (isalnum ((unsigned char)text[length]) || text[length] == '_' || text[length] == '.')
        length++;
    return length;
}

int geoms_export_argument (const char *text, size_t length)
{
    return length == 1 && *text >= 'a' && *text <= 'c' ? *text - 'a' : -1;
}

static int helper_named (const char *text, size_t length)
{
    for (int h = 0; h < HELPERS; h++)
        if (strlen (helpers[h].name) == length && strncmp (helpers[h].name, text, length) == 0)
            return h;
    return -1;
}

/* which helpers it calls, as bits; -1 where its text does not tell its value */
static int helpers_of (int op)
{
    int found[3] = {0, 0, 0}, calls = 0;

    for (const char *text = geoms_export_value (op); *text != 0;) {
        const size_t length = geoms_export_word (text);
        const int k = geoms_export_argument (text, length), h = helper_named (text, length);

        if (k >= 0)
            found[k] = 1;
        if (h >= 0)
            calls |= 1 << h;
        else if (length > 6 && strncmp (text, "geoms_", 6) == 0)
            return -1;
        text += length > 0 ? length : 1;
    }
    for (int k = 0; k < geoms_export_arguments (op); k++)
        if (! found[k])
            return -1;
    return calls;
}

const char *geoms_export_unknown (const GeomsProgram *p)
{
    for (int i = 0; i < p->stretches; i++)
        if (helpers_of (p->stretch[i].op) < 0)
            return p->stretch[i].op < GEOMS_OPERATIONS_COUNT ? operation_names[p->stretch[i].op]
                                                             : "with a number of its own";
    return NULL;
}

void geoms_export_helpers (GeomsText *text, int programs, const GeomsProgram *const *p)
{
    int calls = 0;

    for (int k = 0; k < programs; k++)
        for (int i = 0; i < p[k]->stretches; i++)
            calls |= helpers_of (p[k]->stretch[i].op);
    if (calls & (1 << MOD | 1 << REM))
        geoms_text_put (text, for_both);
    for (int h = 0; h < HELPERS; h++)
        if (calls >> h & 1)
            geoms_text_put (text, helpers[h].text);
}
